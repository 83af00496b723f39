import { Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';

type Props<F> = {
  title: string;
  ok_label?: string;
  width?: number;
  is_sending: boolean;
  form?: FormInstance<F>;
  initial?: Partial<F>;
  /** What it throws has been told to the person already. */
  onSubmit: (fields: F) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is a form: Enter sends it, and it stays open until that has worked. */
export function FormDialog<F extends object>(props: Props<F>) {
  const { title, ok_label = '保存', width = 460, is_sending, form, initial, onSubmit, onClose, children } = props;
  const id = useId();
  // What has to be done before it is sent, as saving, counts as well: a second press would send it twice.
  const [isUnderWay, setIsUnderWay] = useState(false);
  const running = useRef(false);
  const submit = async (fields: F) => {
    if (running.current) return;
    running.current = true;
    setIsUnderWay(true);
    try {
      await onSubmit(fields);
    } catch {
      // Told already.
    } finally {
      running.current = false;
      setIsUnderWay(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      okText={ok_label}
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: id }}
      confirmLoading={is_sending || isUnderWay}
      onCancel={onClose}
    >
      <Form<F>
        id={id}
        layout="vertical"
        requiredMark={false}
        {...(form && { form })}
        {...(initial && { initialValues: initial })}
        onFinish={(fields) => void submit(fields)}
      >
        {children}
      </Form>
    </Modal>
  );
}

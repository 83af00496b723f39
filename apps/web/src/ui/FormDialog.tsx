import { Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';

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
  // What comes behind the call, as reading lists again, takes a while as well: pressed once more it would all be done twice.
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (fields: F) => {
    setIsBusy(true);
    try {
      await onSubmit(fields);
    } finally {
      setIsBusy(false);
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
      confirmLoading={is_sending || isBusy}
      onCancel={onClose}
    >
      <Form<F>
        id={id}
        layout="vertical"
        requiredMark={false}
        {...(form && { form })}
        {...(initial && { initialValues: initial })}
        onFinish={(fields) => void submit(fields).catch(() => {})}
      >
        {children}
      </Form>
    </Modal>
  );
}

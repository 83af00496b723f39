import { Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useId } from 'react';

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
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      okText={ok_label}
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: id }}
      confirmLoading={is_sending}
      onCancel={onClose}
    >
      <Form<F>
        id={id}
        layout="vertical"
        requiredMark={false}
        {...(form && { form })}
        {...(initial && { initialValues: initial })}
        onFinish={(fields) => void onSubmit(fields).catch(() => {})}
      >
        {children}
      </Form>
    </Modal>
  );
}

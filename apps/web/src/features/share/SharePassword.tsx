import { Form, Input, Switch } from 'antd';
import { useId } from 'react';
import styles from './Share.module.css';

type Props = {
  is_on: boolean;
  onChange: (is_on: boolean) => void;
  /** There is one: left empty, it stays. */ has_old?: boolean;
};

/** Whether a link asks for a password, and which; a field `password` of the form around it. */
export function SharePassword({ is_on: isOn, onChange, has_old: hasOld = false }: Props) {
  const id = useId();
  return (
    <>
      <div className={styles['switch']}>
        <label htmlFor={id}>访问密码</label>
        <Switch id={id} checked={isOn} onChange={onChange} />
      </div>
      {isOn && (
        <Form.Item
          name="password"
          label={hasOld ? '新密码' : '密码'}
          rules={[{ required: !hasOld, min: 4, message: '密码至少 4 位' }]}
          className={styles['last'] ?? ''}
        >
          <Input
            autoFocus={!hasOld}
            maxLength={50}
            autoComplete="off"
            placeholder={hasOld ? '不填就还用原来的' : '至少 4 位'}
          />
        </Form.Item>
      )}
    </>
  );
}

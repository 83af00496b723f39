import { InputNumber, type InputNumberProps } from 'antd';
import { clock, clockSeconds } from './box-time.ts';

type Props = Pick<InputNumberProps<number>, 'min' | 'max' | 'step' | 'disabled' | 'aria-label'> & {
  ms: number;
  /** How many of them are shown, behind the seconds. */
  decimals: number;
  onMs: (ms: number) => void;
};

/** A moment of a film, typed as 1:02.5 or in seconds. */
export function ClockInput({ ms, decimals, onMs, ...rest }: Props) {
  return (
    <InputNumber
      {...rest}
      size="small"
      precision={decimals}
      value={ms / 1000}
      // Written anew while somebody types, 7. would be 0:07.000 before the rest of it comes.
      formatter={(value, { userTyping, input }) => (userTyping ? input : clock(Number(value), decimals))}
      parser={(text) => clockSeconds(text ?? '')}
      onChange={(value) => value !== null && onMs(Math.round(value * 1000))}
    />
  );
}

import { type Banner, PageLink } from '@mixreel/contract';
import { Form, Input, Select, Switch } from 'antd';
import { useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';

/** Times as the browser's own date field writes them, in the browser's zone. */
type Fields = {
  title: string;
  link: string;
  audience: Banner['audience'];
  start: string;
  end: string;
  closable: boolean;
};

export function BannerDialog({ banner, onClose }: { banner: Banner | null; onClose: () => void }) {
  const add = useSend('admin.addBanner', { refresh: ['admin.banners', 'home.banners'] });
  const update = useSend('admin.updateBanner', { refresh: ['admin.banners', 'home.banners'] });

  const save = async ({ title, link, audience, start, end, closable }: Fields) => {
    const fields = { title, link: link || null, audience, closable, start_at: toTime(start), end_at: toTime(end) };
    if (banner) {
      const { banner_id, image_url, sort } = banner;
      await update.mutateAsync({ ...fields, banner_id, image_url, sort });
    } else await add.mutateAsync(fields);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={banner ? '修改公告' : '新建公告'}
      is_sending={add.isPending || update.isPending}
      initial={{
        title: banner?.title ?? '',
        link: banner?.link ?? '',
        audience: banner?.audience ?? 'all',
        start: toField(banner?.start_at),
        end: toField(banner?.end_at),
        closable: banner?.closable ?? true,
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="title" label="内容" rules={[{ required: true, whitespace: true, message: '写一句话' }]}>
        <Input autoFocus maxLength={100} placeholder="例如：今晚 22:00 升级，约 10 分钟" />
      </Form.Item>
      <Form.Item
        name="link"
        label="点开去哪里（选填）"
        rules={[
          {
            validator: async (_rule, text: string) => {
              if (text && !PageLink.safeParse(text).success) throw new Error('应为 https 地址或本站路径');
            },
          },
        ]}
      >
        <Input placeholder="https://… 或 /home/material" />
      </Form.Item>
      <Form.Item name="audience" label="给谁看">
        <Select
          options={[
            { value: 'all', label: '所有人' },
            { value: 'admin', label: '只给管理员' },
          ]}
        />
      </Form.Item>
      <Form.Item name="start" label="从什么时候开始（选填）">
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="end" label="到什么时候结束（选填）">
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="closable" label="看过可以关掉" valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}

function toTime(field: string): string | null {
  return field ? new Date(field).toISOString() : null;
}

function toField(time: string | null | undefined): string {
  if (!time) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

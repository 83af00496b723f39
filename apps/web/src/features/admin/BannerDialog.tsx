import type { Banner } from '@mixreel/contract';
import { Form, Input, Modal, Select, Switch } from 'antd';
import { useSend } from '#lib/use-call.ts';

/** Times as the browser's own date field writes them, in the browser's zone. */
type Fields = {
  title: string;
  link?: string;
  audience: Banner['audience'];
  start?: string;
  end?: string;
  closable: boolean;
};

const ADDRESS = /^(https:\/\/|\/(?!\/))/;

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
    <Modal
      open
      centered
      width={460}
      title={banner ? '修改公告' : '新建公告'}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: 'banner' }}
      confirmLoading={add.isPending || update.isPending}
      onCancel={onClose}
    >
      <Form<Fields>
        id="banner"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          title: banner?.title,
          link: banner?.link,
          audience: banner?.audience ?? 'all',
          start: toField(banner?.start_at),
          end: toField(banner?.end_at),
          closable: banner?.closable ?? true,
        }}
        onFinish={(fields) => void save(fields).catch(() => {})}
      >
        <Form.Item name="title" label="内容" rules={[{ required: true, whitespace: true, message: '写一句话' }]}>
          <Input autoFocus maxLength={100} placeholder="例如：今晚 22:00 升级，约 10 分钟" />
        </Form.Item>
        <Form.Item
          name="link"
          label="点开去哪里（选填）"
          rules={[{ pattern: ADDRESS, message: '应为 https 地址或本站路径' }]}
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
      </Form>
    </Modal>
  );
}

function toTime(field: string | undefined): string | null {
  return field ? new Date(field).toISOString() : null;
}

function toField(time: string | null | undefined): string | undefined {
  if (!time) return undefined;
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

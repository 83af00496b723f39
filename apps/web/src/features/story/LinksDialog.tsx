import type { StoryFactNews, StoryLink } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { editorPath } from '#features/mix/editor-path.ts';
import { useSend } from '#lib/use-call.ts';
import { storyPath } from './story-path.ts';
import type { Links } from './use-links.ts';
import styles from './Links.module.css';

type Props = { links: Links; side: 'board' | 'mix'; can_edit: boolean; onClose: () => void };

/** The other ends of a board's rows or a mix's shootings, with lines and facts that were changed on one side only. */
export function LinksDialog({ links: { items, facts }, side, can_edit, onClose }: Props) {
  const otherOf = (one: StoryLink | StoryFactNews) => (side === 'board' ? one.mproject_id : one.story_board_id);
  const others = Map.groupBy(items, otherOf);
  return (
    <Modal
      open
      centered
      width={680}
      title={side === 'board' ? '关联的混剪' : '来自故事板'}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles['scroll']}>
        {[...others].map(([id, links]) => (
          <section key={id} className={styles['other']}>
            <h3>
              <Other link={links[0]!} side={side} />
            </h3>
            <p>{summaryOf(links)}</p>
            <FactNews facts={facts.filter((one) => otherOf(one) === id)} can_edit={can_edit} />
            {links
              .filter(({ news }) => news !== 'none')
              .map((link) => (
                <Difference key={link.shooting_id} link={link} can_edit={can_edit} />
              ))}
          </section>
        ))}
      </div>
    </Modal>
  );
}

function Other({ link, side }: { link: StoryLink; side: Props['side'] }) {
  const { mproject_id, mproject_name, story_board_id, board_name, project_id } = link;
  const to = side === 'board' ? editorPath(mproject_id) : storyPath({ project_id, story_board_id });
  return <Link to={to}>{side === 'board' ? mproject_name : board_name}</Link>;
}

function summaryOf(links: readonly StoryLink[]): string {
  const bare = links.filter(({ clip_count }) => clip_count === 0).length;
  const news = links.filter(({ news: of }) => of !== 'none').length;
  return [
    `${links.length} 个镜头`,
    bare > 0 ? `${bare} 个还没有片段` : '都有片段',
    news > 0 ? `${news} 句台词不一致` : '台词一致',
  ].join(' · ');
}

const FACT_WORDS = { added: '新增', changed: '改过', gone: '删掉' } as const;

/** What the sheet says by now. It goes to the mix as a whole: halves of two sheets are none. */
function FactNews({ facts, can_edit }: { facts: readonly StoryFactNews[]; can_edit: boolean }) {
  const carry = useSend('storyMix.carryFacts', { refresh: ['storyMix.ofBoard', 'storyMix.ofMix', 'candidate.check'] });
  const [first] = facts;
  if (!first) return null;
  const { story_board_id, mproject_id } = first;
  return (
    <div className={styles['difference']} role="group" aria-label="产品资料不一致">
      <small>故事板的产品资料改过，混剪还照旧的检查</small>
      <dl>
        {facts.map(({ fact_id, news, board_fact, mix_fact }) => (
          <Fragment key={fact_id}>
            <dt>{FACT_WORDS[news]}</dt>
            <dd>{[mix_fact, board_fact].filter((one) => one !== null).join(' → ')}</dd>
          </Fragment>
        ))}
      </dl>
      {can_edit && (
        <p>
          <Button
            size="small"
            type="primary"
            disabled={carry.isPending}
            onClick={() => carry.mutate({ story_board_id, mproject_id })}
          >
            把新资料写进混剪
          </Button>
        </p>
      )}
    </div>
  );
}

const CHANGED = { board: '故事板这边改过', mix: '混剪那边改过', both: '两边都改过，请选一句' } as const;

function Difference({ link, can_edit }: { link: StoryLink; can_edit: boolean }) {
  const { story_board_id, row_id, shooting_id, board_line, mix_line, news } = link;
  const carry = useSend('storyMix.carry', { refresh: ['storyMix.ofBoard', 'storyMix.ofMix'] });
  const send = (to: 'mix' | 'board') => carry.mutate({ story_board_id, row_id, shooting_id, to });
  return (
    <div className={styles['difference']} role="group" aria-label={board_line || mix_line || '空台词'}>
      <small>{news === 'none' ? '' : CHANGED[news]}</small>
      <dl>
        <dt>故事板</dt>
        <dd>{board_line || '（空）'}</dd>
        <dt>混剪</dt>
        <dd>{mix_line || '（空）'}</dd>
      </dl>
      {can_edit && (
        <p>
          <Button
            size="small"
            {...(news === 'board' && { type: 'primary' as const })}
            disabled={carry.isPending}
            onClick={() => send('mix')}
          >
            用故事板的，写进混剪
          </Button>
          <Button
            size="small"
            {...(news === 'mix' && { type: 'primary' as const })}
            disabled={carry.isPending}
            onClick={() => send('board')}
          >
            用混剪的，写回故事板
          </Button>
        </p>
      )}
    </div>
  );
}

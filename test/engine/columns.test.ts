// Columns through the whole engine: what was typed, preset and chosen is told of each row, also after a restart, and costs no request.
import { expect, it } from 'vitest';
import { emptyDraft } from '../../main/model.ts';
import { rowColumns } from '../../preload/row-columns.ts';
import { createStage, type Stage } from './stage.ts';

const hard = 'A & B "½" <b> é 你好';
const view = { filter: 'all', sort: 'queue', offset: 0, limit: 200 } as const;

const cellsOf = async ({ engine }: Stage, columns = rowColumns) => {
  const { rows } = await engine.uploader.handlers['queue.view']({ ...view, columns });
  return Object.fromEntries(rows.map(({ name, cells }) => [name, cells]));
};

it('rows tell what was typed, else what the preset gave, by the names that are known here, also after a restart', async () => {
  await using on = await createStage();
  const { handlers } = on.engine.uploader;
  const form = await handlers['site.form']({ accountId: on.account, fresh: true });
  const tags = form.taxonomies.find(({ hierarchical }) => !hierarchical)?.restBase ?? '';
  const made = await handlers['terms.create']({ accountId: on.account, taxonomy: tags, name: hard, parent: 0 });
  if (!made.ok) throw new Error('the term was not made');
  const content = {
    titlePattern: null,
    draft: { ...emptyDraft, description: 'About {name}', status: 'draft', terms: { [tags]: [made.value.id] } },
  };
  const presetId = await handlers['preset.save']({ accountId: on.account, presetId: null, name: 'Usual', content });
  await handlers['account.usePreset']({ accountId: on.account, presetId });
  const [one] = await on.addPaused(on.folder.make('one.mp4', 20_000), on.folder.make('two.mp4', 20_001));
  const draft = { description: `${hard}\nand more`, excerpt: hard, commentsOpen: true };
  await handlers['job.describe']({ jobId: one?.id ?? '', draft });

  const told = {
    'one.mp4': {
      description: { text: `${hard} and more`, isWhole: false },
      excerpt: { text: hard, isWhole: true },
      status: 'draft',
      tags: { names: [hard], others: 0 },
      commentsOpen: true,
    },
    'two.mp4': {
      description: { text: 'About two', isWhole: true },
      status: 'draft',
      tags: { names: [hard], others: 0 },
    },
  };
  expect(await cellsOf(on)).toEqual(told);
  await on.restart();
  const requests = (await on.site.state()).requests.length;
  expect(await cellsOf(on)).toEqual(told);
  const { rows } = await on.engine.uploader.handlers['queue.view'](view);
  expect(rows.some((row) => Object.hasOwn(row, 'cells'))).toBe(false);
  expect((await on.site.state()).requests.slice(requests).filter(({ path }) => path.includes(tags))).toEqual([]);
});

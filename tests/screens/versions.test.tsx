import { screen } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { navResource } from '../../src/resources/nav.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { features } from '../../src/services/services.ts';
import { diffHtml } from '../../src/versions/diffHtml.ts';
import { diffWords } from '../../src/versions/words.ts';
import { fakeProvider, show } from '../support/screen.tsx';

describe('The versions of a record', () => {
  const open = async (offered: string[]) => {
    features.learn(offered);
    const record = { id: 7, title: 'Tea', group_id: 1, version: 1 };
    const provider = fakeProvider({
      getOne: async () => ({ data: record as never }),
      getMany: async () => ({ data: [] }),
      getList: async () => ({ data: [], total: 0 }),
      getAll: async () => [],
    });
    const panel = (
      <ResourceContextProvider value="nav">
        <RecordPanel resource={navResource} id={7} onClose={() => {}} />
      </ResourceContextProvider>
    );
    await show(panel, { provider, path: '/navList/7' });
    await screen.findByDisplayValue('Tea');
  };

  it('are offered beside its form where the back end has them, and nowhere else', async () => {
    await open(['ids', 'versions']);
    expect(await screen.findByRole('button', { name: '版本' })).toBeTruthy();
  });

  it('are no button where the back end has none', async () => {
    await open(['ids']);
    expect(screen.queryByRole('button', { name: '版本' })).toBeNull();
  });
});

function marked(before: string, after: string): string {
  const element = document.createElement('div');
  element.append(diffHtml(before, after));
  return element.innerHTML;
}

describe('Two versions of a text', () => {
  it('are compared by words, Chinese ones too', () => {
    expect(diffWords('茶园在山上', '茶园在湖边')).toEqual([
      { text: '茶园在', change: undefined },
      { text: '山上', change: 'del' },
      { text: '湖边', change: 'ins' },
    ]);
    expect(diffWords('', 'new')).toEqual([{ text: 'new', change: 'ins' }]);
  });
});

describe('Two versions of a body', () => {
  it('are one formatted text with the words that came and went', () => {
    expect(marked('<p>We grow <b>green</b> tea.</p><p>Same</p>', '<p>We grow <b>white</b> tea.</p><p>Same</p>')).toBe(
      '<p>We grow <del><b>green</b></del><ins><b>white</b></ins> tea.</p><p>Same</p>',
    );
  });

  it('have paragraphs that came or went marked as a whole, also before a changed one', () => {
    expect(marked('<p>The old garden lies here</p>', '<h2>News</h2><p>The old garden lies there</p>')).toBe(
      '<ins data-block=""><h2>News</h2></ins><p>The old garden lies <del>here</del><ins>there</ins></p>',
    );
    expect(marked('<ul><li>one</li><li>two</li></ul>', '<ul><li>one</li></ul>')).toBe(
      '<ul><li>one</li><li><del>two</del></li></ul>',
    );
  });

  it('have tables that are compared cell by cell', () => {
    const table = (price: string, rest = '') =>
      `<table><tbody><tr><td>Tea</td><td>${price}</td></tr>${rest}</tbody></table>`;
    expect(marked(table('51'), table('52', '<tr><td>Pot</td><td>9</td></tr>'))).toBe(
      table('<del>51</del><ins>52</ins>', '<tr><td><ins>Pot</ins></td><td><ins>9</ins></td></tr>'),
    );
  });

  it('show both pictures, and a change of formatting alone', () => {
    expect(marked('<p><img src="/a.jpg"></p>', '<p><img src="/b.jpg"></p>')).toBe(
      '<p><del><img src="/a.jpg"></del><ins><img src="/b.jpg"></ins></p>',
    );
    expect(marked('<p>So it is</p>', '<p>So <i>it</i> is</p>')).toBe('<p>So <del>it</del><ins><i>it</i></ins> is</p>');
    expect(marked('<p>Left</p>', '<p style="text-align: center">Left</p>')).toContain('data-changed');
  });

  it('secure A7: show what a class of the console’s own would hide, and what looks like a mark of the comparison as none', () => {
    const before = '<p id="a" class="hidden">One</p><p><ins data-changed="">Two</ins> <del>three</del></p>';
    const after = '<p id="a" class="shown">One</p><p><ins data-changed="">Two</ins> <del>four</del></p>';
    expect(marked(before, after)).toBe(
      '<p data-changed="">One</p><p><u>Two</u> <del><s>three</s></del><ins><s>four</s></ins></p>',
    );
  });

  it('secure A7: are compared where they have attributes that only a parser takes', () => {
    expect(marked('<p><ins data-←="">a</ins></p>', '<p><ins data-←="">b</ins></p>')).toContain('</del>');
  });

  it('secure A7: lead nowhere in the console’s own tab', () => {
    const link = marked('<p>a</p>', '<p>a</p><p><a class="cover" target="_top" href="https://x.test/">a</a></p>');
    expect(link).toContain('<a target="_blank" href="https://x.test/" rel="noopener noreferrer">a</a>');
  });

  it('secure A9: are compared for a limited time, after which blocks went and came as a whole', () => {
    const bodies = ['<p>The old garden lies here</p>', '<p>The old garden lies there</p>'] as const;
    expect(marked(...bodies)).toBe('<p>The old garden lies <del>here</del><ins>there</ins></p>');
    let now = 0;
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1500;
      return now;
    });
    expect(marked(...bodies)).toBe(
      '<del data-block=""><p>The old garden lies here</p></del><ins data-block=""><p>The old garden lies there</p></ins>',
    );
  });

  it('run no script and load no frame', () => {
    const html = marked(
      '<p>a</p>',
      '<p onclick="x()">a</p><script>x()</script><iframe src="https://x.test/"></iframe>',
    );
    expect(html).not.toMatch(/onclick|script|<iframe/);
    expect(html).toContain('[https://x.test/]');
  });
});

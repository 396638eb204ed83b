import { createTheme, getContrastRatio, ThemeProvider } from '@mui/material/styles';
import { act, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { darkTheme, lightTheme } from '../../src/theme/index.ts';
import { openEditor } from '../support/textEditor.tsx';

const { palette } = createTheme(darkTheme);
const paper = palette.background.paper;

function Themed({ children }: { children: ReactNode }) {
  const [isDark, setDark] = useState(true);
  return (
    <ThemeProvider theme={createTheme(isDark ? darkTheme : lightTheme)}>
      <button type="button" onClick={() => setDark(!isDark)}>
        theme
      </button>
      {children}
    </ThemeProvider>
  );
}

async function open(content: string) {
  const { user, editor, value } = await openEditor(`<p>首</p>${content}`, 'all', {}, (form) => <Themed>{form}</Themed>);
  const colorOf = (text: string) => {
    const parts = [...editor.querySelectorAll<HTMLElement>('.readable-color')];
    const own = parts.findLast((part) => part.textContent?.includes(text));
    return own?.style.getPropertyValue('--readable-color').trim() || undefined;
  };
  return { user, editor, colorOf, value };
}

describe('day C4: in the dark theme', () => {
  it.each([
    ['#1f2329', 'color:#1f2329'],
    ['rgb(63, 63, 63)', 'color: rgb(63, 63, 63)'],
    ['#262626', 'color:#262626'],
    ['a name', 'color:navy'],
    ['black', 'color:black'],
  ])('dark text is readable: %s', async (_name, style) => {
    const html = `<p>一<span style="${style}">深色</span>二</p>`;
    const { colorOf, value } = await open(html);
    expect(getContrastRatio(colorOf('深色') ?? '', paper)).toBeGreaterThanOrEqual(4.5);
    expect(colorOf('一')).toBeUndefined();
    expect(value()).toBe(`<p>首</p>${html}`);
  });

  it('a colour keeps its hue, and one that can be read is left alone', async () => {
    const { colorOf } = await open(
      '<p><span style="color:rgb(0,128,0)">深绿</span><span style="color:rgb(0,255,0)">亮绿</span></p>',
    );
    const [red = 0, green = 0, blue = 0] = (colorOf('深绿')?.match(/\d+/g) ?? []).map(Number);
    expect(green).toBeGreaterThan(red + 40);
    expect(green).toBeGreaterThan(blue + 40);
    expect(colorOf('亮绿')).toBeUndefined();
  });

  it('a dark colour is still seen as one, and its lines are readable as it is', async () => {
    const { editor, colorOf } = await open(
      '<p><span style="color:navy">蓝<u>下</u><s>删</s></span><span style="color:#800000">红</span></p>',
    );
    const channels = (text: string) => (colorOf(text)?.match(/\d+/g) ?? []).map(Number);
    const [red = 0, , blue = 0] = channels('蓝');
    expect(blue).toBeGreaterThan(red + 40);
    const [redOfRed = 0, , blueOfRed = 0] = channels('红');
    expect(redOfRed).toBeGreaterThan(blueOfRed + 40);
    const lineOf = (tag: string) =>
      editor.querySelector<HTMLElement>(`${tag} .readable-color`)?.style.textDecorationLine;
    expect([lineOf('u'), lineOf('s')]).toEqual(['underline', 'line-through']);
  });

  it('a cell with a background of its own has text that is readable on it', async () => {
    const { editor, colorOf } = await open(
      '<table><tbody><tr><td style="background:#fffbe6">浅底</td><td bgcolor="#003366">深底</td>' +
        '<td style="background:#fff"><a href="/a">链接</a><span style="color:#555">灰</span></td></tr></tbody></table>',
    );
    expect(getContrastRatio(colorOf('浅底') ?? '', '#fffbe6')).toBeGreaterThan(10);
    expect(colorOf('深底')).toBeUndefined();
    expect(getContrastRatio(colorOf('链接') ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(editor.querySelector('span:not(.readable-color)')?.textContent).toBe('灰');
    expect(editor.querySelector('span .readable-color')).toBeNull();
  });

  it('what is foreign is readable too', async () => {
    const { editor } = await open('<p>a</p><form><p style="color:#222">表单</p></form>');
    const content = editor.querySelector('[inert]')?.shadowRoot?.querySelector<HTMLElement>('p');
    expect(getContrastRatio(content?.style.color ?? '', paper)).toBeGreaterThan(7);
  });

  it('what is typed follows, and the light theme shows the colors as they are', async () => {
    const { user, editor, colorOf } = await open('<p><span style="color:#222">深</span></p><p>末</p>');
    const { editor: tiptap } = editor as unknown as {
      editor: { commands: { insertContentAt(at: number, html: string): void } };
    };
    await act(async () => tiptap.commands.insertContentAt(5, '<span style="color:#333">添</span>'));
    expect(colorOf('添')).toBeDefined();
    expect(colorOf('深')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'theme' }));
    expect(editor.querySelector('.readable-color')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'theme' }));
    expect(colorOf('深')).toBeDefined();
  });
});

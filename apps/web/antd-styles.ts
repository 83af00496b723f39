import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import {
  Alert,
  AutoComplete,
  Avatar,
  Badge,
  Button,
  Checkbox,
  Collapse,
  ColorPicker,
  ConfigProvider,
  Divider,
  Drawer,
  Dropdown,
  Form,
  Input,
  InputNumber,
  Modal,
  Pagination,
  Popover,
  Progress,
  Radio,
  Segmented,
  Select,
  Skeleton,
  Slider,
  Space,
  Spin,
  Switch,
  Table,
  Tabs,
  Tooltip,
  Upload,
} from 'antd';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { callsIn, changed } from './syntax.ts';

const NAME = 'virtual:antd-styles';
/** The library's functions that take the name of a part and the function that writes its style. */
const WRITERS = /^gen(StyleHooks|ComponentStyleHook|SubStyleComponent)$/;
/** Every part that pages show, and what these bring along: the end of a build asks for what is missing. */
const PARTS = [
  Alert,
  AutoComplete,
  Avatar,
  Badge,
  Button,
  Checkbox,
  Collapse,
  ColorPicker,
  Divider,
  Drawer,
  Dropdown,
  Form.Item,
  Input,
  Input.Search,
  Input.TextArea,
  InputNumber,
  Modal,
  Pagination,
  Popover,
  Progress,
  Radio,
  Segmented,
  Select,
  Skeleton,
  Slider,
  Space,
  Space.Addon,
  Space.Compact,
  Spin,
  Switch,
  Table,
  Tabs,
  Tooltip,
  Upload,
] as FunctionComponent[];

/**
 * Never shown: frames of another design, a dialog that our message boxes take the place of, what filters of tables would bring
 * along, and menus, which are only ever those of a dropdown.
 */
const LEFT_OUT = ['Badge-Ribbon', 'Input-OTP', 'Menu-Menu', 'Modal-confirm', 'Pagination-bordered', 'Tree-Tree'];

/** What decides over the colours is variables, which stay with the page: these are the same in every theme. */
function makeStyles(): { css: string; names: Set<string> } {
  const cache = createCache();
  const theme = { hashed: false, cssVar: { key: 'any' } };
  const parts = PARTS.map((part, key) => createElement(part, { key }));
  renderToString(createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, ...parts)));
  const css = extractStyle(cache, { plain: true, types: 'style' }).replace(/\.data-ant-cssinjs-cache-path\{.*\}$/, '');
  // A key is the kind of entry, a hash, the part, and its prefixes.
  const names = [...cache.cache.keys()].map((key) => key.split('%')[2] ?? '');
  return { css, names: new Set([...names, ...LEFT_OUT]) };
}

/**
 * The component library writes its styles in every page that is opened, which is a tenth of what opening one costs.
 * Here they are written once, when the pages are built, and the code that would write them is left out.
 */
export function antdStyles(): Plugin {
  const { css, names } = makeStyles();
  const written = new Map<string, string[]>();
  return {
    name: 'antd-styles',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(css)};` : null),
    transform(code, id) {
      if (!/[\\/]antd[\\/]es[\\/].*style/.test(id)) return null;
      const calls = callsIn(this.parse(code), WRITERS);
      if (calls.length === 0) return null;
      written.set(
        id,
        calls.map(({ arguments: [name] }) => nameOf(name as Named)),
      );
      return changed(
        code,
        calls.flatMap(({ arguments: [, style] }) =>
          style ? { start: style.start, end: style.end, text: 'null' } : [],
        ),
      );
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
      const missing = files.flatMap((id) => written.get(id) ?? []).filter((name) => !names.has(name));
      if (missing.length > 0) this.error(`Parts without styles, to be listed in antd-styles.ts: ${missing.join(', ')}`);
    },
  };
}

type Named = { value?: unknown; elements?: Named[] };

/** As the library's own cache calls it. */
function nameOf({ value, elements }: Named): string {
  return elements ? elements.map((one) => one.value).join('-') : `${String(value)}-${String(value)}`;
}

/** VitePress's own theme, with the first paste beside the title of the first page. */
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import FirstPaste from '../../first-paste.md';
import './style.css';

const paste = () => h('div', { class: 'vp-doc first-paste' }, h(FirstPaste));

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': paste }),
};

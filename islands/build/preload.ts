/**
 * Stands for what Vite puts around every import that is made later. The loader has asked for the scripts already, so the styles of
 * such a part are all that is left to fetch.
 */
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

const CODE = `
const styles = new Map();
const fetchStyle = (file) => {
  const kept = styles.get(file);
  if (kept) return kept;
  const link = document.createElement('link');
  const fetched = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      styles.delete(file);
      link.remove();
      reject(new Error(file));
    };
  });
  styles.set(file, fetched);
  link.rel = 'stylesheet';
  link.href = '/' + file;
  document.head.append(link);
  return fetched;
};
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map(fetchStyle));
  return load();
};`;

export const shortPreload = (): Plugin => ({
  name: 'tsuzuki:short-preload',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => (id === HELPER ? CODE : null),
});

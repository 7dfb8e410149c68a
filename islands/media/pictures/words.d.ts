/** Made by the build (../build/texts.ts): by language, then by key. */
declare module '*.words.js' {
  const words: Record<string, Record<string, string>>;
  export default words;
}

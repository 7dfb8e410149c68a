/** The list of keys comes with the panels, which load when a tool is touched (../stage/panels.ts). */

const find = (): HTMLDialogElement | null => document.querySelector<HTMLDialogElement>('#reader-help');

export function showHelp(host: HTMLElement): void {
  const help = find();
  if (help) {
    if (!help.open) help.showModal();
    return;
  }
  const seen = new MutationObserver(() => {
    const come = find();
    if (!come) return;
    seen.disconnect();
    come.showModal();
  });
  seen.observe(host, { childList: true, subtree: true });
  host.querySelector('[data-tool=reading]')?.dispatchEvent(new Event('pointerenter'));
}

/** How long, in the words a tired operator reads at once. Pure. */
export function seconds(many: number): string {
  if (many < 1) return 'now'
  if (many < 90) return `${Math.round(many)} s`
  if (many < 5400) return `${Math.round(many / 60)} min`
  if (many < 48 * 3600) return `${Math.round(many / 3600)} h`
  return `${Math.round(many / 86_400)} days`
}

/** `learn_session` and `prune-usage` as people say it. */
export function kindName(kind: string): string {
  const words = kind.replace(/[_\-.:]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

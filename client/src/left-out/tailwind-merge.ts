/**
 * Stands in for `tailwind-merge` (see vite.config.ts): 27 kB with which Streamdown settles quarrels between its own
 * classes and ours. Ours are of our own making (`answer`), and quarrel with none.
 */
export function twMerge(...classes: unknown[]): string {
  return classes.filter((one) => typeof one === 'string' && one).join(' ')
}

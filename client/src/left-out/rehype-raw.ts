/**
 * Stands in for `rehype-raw` (see vite.config.ts). Streamdown brings that plugin along to parse HTML inside
 * markdown; we never use it, and the surest way to never use a parser for other people's HTML is not to ship it.
 */
export default function noRawHtml(): void {}

/** Words of somebody else's, or of a program's: shown as they are, and set as nothing. */
export function RawText({ value, className = '' }: { value: unknown; className?: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className={`max-h-72 overflow-auto whitespace-pre-wrap break-words font-mono text-xs ${className}`}
    >
      {text}
    </pre>
  )
}

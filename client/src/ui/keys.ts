interface Key {
  isComposing: boolean
  keyCode: number
}

/**
 * Enter and Esc of somebody who is choosing a word from an input method are part of writing it (Japanese, Chinese,
 * Korean). Safari tells the last of them only by its number.
 */
export function isComposing(event: Key): boolean {
  return event.isComposing || event.keyCode === 229
}

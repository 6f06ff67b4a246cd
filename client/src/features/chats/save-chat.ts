/** A chat as a file, whole, as the server writes it. */
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'

export async function saveChat(
  chatId: string,
  format: 'markdown' | 'json',
  show: (text: string) => unknown,
): Promise<void> {
  try {
    const response = await api.exported(chatId, format)
    const told = response.headers.get('content-disposition') ?? ''
    save(await response.blob(), /filename="([^"]+)"/.exec(told)?.[1] ?? 'chat')
  } catch (error) {
    show(inOneLine(error))
  }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

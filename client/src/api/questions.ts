/** What a tool asks in the middle of a call, and what is answered. */
import { address, get, post } from './request'
import type { AnswerToTool } from './types'

export const questionsPath = (chatId: string) => address('/api/questions', { query: { chatId } })

export const questions = {
  open: (chatId: string) => get('/api/questions', { query: { chatId } }).then((found) => found.questions),
  answer: (id: string, answer: AnswerToTool) =>
    post('/api/questions/{question_id}', { path: { question_id: id }, body: answer }),
}

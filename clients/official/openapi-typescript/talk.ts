// Types that were generated from `openapi.json` a moment ago, under `openapi-fetch`, in a short conversation.

import createClient from 'openapi-fetch'
import type { paths } from './holdfast.js'

declare const process: { env: Record<string, string> }

// @ts-expect-error: what Node brings has no types here, so that nothing besides the generated ones is needed.
const { test }: { test: (name: string, talk: () => Promise<void>) => void } = await import('node:test')

const model = 'assistant'
const holdfast = createClient<paths>({
  baseUrl: process.env['HOLDFAST_URL']!,
  headers: { authorization: `Bearer ${process.env['OPENAI_API_KEY']}` },
})

function same(told: unknown, wanted: unknown) {
  if (JSON.stringify(told) !== JSON.stringify(wanted)) {
    throw new Error(`${JSON.stringify(told)} is not ${JSON.stringify(wanted)}`)
  }
}

test('a question in a conversation that is kept', async () => {
  const { data: kept } = await holdfast.POST('/api/v1/conversations', { body: { title: 'Garden' } })
  for (const [content, answer] of [['I am Ada.', 'Hello.'], ['Who am I?', 'You are Ada.']] as const) {
    const { data } = await holdfast.POST('/api/v1/chat/completions', {
      body: { model, messages: [{ role: 'user', content }], conversation: kept?.id },
    })
    // The document tells both kinds of answer; without `stream` it is the whole one.
    same(typeof data === 'object' && data.choices[0]?.message.content, answer)
  }
  const { data: said } = await holdfast.GET('/api/v1/conversations/{conversation}/items', {
    params: { path: { conversation: kept?.id ?? '' } },
  })
  same(said?.data.at(-1)?.content[0]?.text, 'You are Ada.')
})

test('a stream, read as it is', async () => {
  const { data } = await holdfast.POST('/api/v1/chat/completions', {
    body: { model, messages: [{ role: 'user', content: 'Hello' }], stream: true },
    parseAs: 'text',
  })
  same(String(data).trim().endsWith('data: [DONE]'), true)
})

test('models, vectors and the memory', async () => {
  const { data: models } = await holdfast.GET('/api/v1/models')
  same(models?.data.some(({ id, kind }) => id === 'sophie' && kind === 'persona'), true)
  const { data: vectors } = await holdfast.POST('/api/v1/embeddings', {
    body: { model: process.env['EMBEDDER']!, input: ['a garden', 'a boat'] },
  })
  same(vectors?.data.length, 2)
  await holdfast.POST('/ingest', { body: { role: 'user', text: 'I keep bees.' } })
  const { data: found } = await holdfast.POST('/memory/query', { body: { query: 'bees' } })
  same(found?.episodes[0]?.text, 'I keep bees.')
})

test('a refusal has its words and its code', async () => {
  const { error, response } = await holdfast.POST('/api/v1/chat/completions', {
    body: { model: 'nobody', messages: [{ role: 'user', content: 'Hello' }] },
  })
  same([response.status, error?.error.code], [404, 'model_not_found'])
})

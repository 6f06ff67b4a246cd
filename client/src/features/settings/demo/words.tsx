import type { ReactNode } from 'react'
import { defineWords, type TranslationOf } from '../../../language/words'

export const demoWords = defineWords('demo', {
  title: 'Demo model',
  stop: 'Demo model.',
  about: 'It needs no key and knows very little.',
  plugIn: 'Plug in a real one',
  askAdmin:
    'Ask whoever runs this installation: an admin plugs in a model of this machine or of a provider in a minute, and everything said so far stays.',
  local: 'A model on this machine (Ollama, LM Studio, vLLM, llama.cpp)',
  hosted: 'OpenRouter, OpenAI or Anthropic',
  copy: 'Copy these lines',
  where: (file: (name: string) => ReactNode) => (
    <>
      Put the lines into the environment of the server, or into {file('holdfast.toml')}, and restart it.
      Everything said so far stays.
    </>
  ),
  hide: 'Hide this',
})

export type DemoWords = TranslationOf<typeof demoWords>

/** Which of the persona's models answers. The choice stays in this browser, for as long as the model is offered. */
import { useState } from 'react'
import type { ModelChoice } from '../../api/types'

const CHOSEN = 'holdfast.model'

export interface ModelWish {
  models: ModelChoice[]
  chosen: ModelChoice | null
  /** What goes over the wire: null leaves it to the order of the persona. */
  wanted: string | null
  choose: (model: ModelChoice) => void
}

export function useModel(models: ModelChoice[]): ModelWish {
  const [name, setName] = useState(read)
  const standard = models[0] ?? null
  // One that is no longer configured would be refused with every message.
  const chosen = models.find((model) => model.name === name) ?? standard
  return {
    models,
    chosen,
    wanted: chosen === null || chosen === standard ? null : chosen.name,
    choose: (model) => {
      setName(model.name)
      keep(model === standard ? null : model.name)
    },
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}

function keep(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(CHOSEN)
    else localStorage.setItem(CHOSEN, name)
  } catch {
    // The choice then lasts as long as this page.
  }
}

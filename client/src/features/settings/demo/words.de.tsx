import type { DemoWords } from './words'

export const demo: DemoWords = {
  title: 'Demo-Modell',
  stop: 'Demo-Modell.',
  about: 'Es braucht keinen Schlüssel und weiß sehr wenig.',
  plugIn: 'Ein richtiges anschließen',
  askAdmin:
    'Frag, wer diese Installation betreibt: Ein Admin schließt in einer Minute ein Modell dieses Rechners oder eines Anbieters an, und alles bisher Gesagte bleibt.',
  local: 'Ein Modell auf diesem Rechner (Ollama, LM Studio, vLLM, llama.cpp)',
  hosted: 'OpenRouter, OpenAI oder Anthropic',
  copy: 'Diese Zeilen kopieren',
  where: (file) => (
    <>
      Schreib die Zeilen in die Umgebung des Servers oder in {file('holdfast.toml')} und starte ihn neu. Alles
      bisher Gesagte bleibt.
    </>
  ),
  hide: 'Ausblenden',
}

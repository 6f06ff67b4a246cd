import type { DemoWords } from './words'

export const demo: DemoWords = {
  title: 'Modelo de demostración',
  stop: 'Modelo de demostración.',
  about: 'No necesita clave y sabe muy poco.',
  plugIn: 'Conectar uno de verdad',
  askAdmin:
    'Pregunta a quien lleva esta instalación: un administrador conecta en un minuto un modelo de esta máquina o de un proveedor, y todo lo dicho hasta ahora se conserva.',
  local: 'Un modelo en esta máquina (Ollama, LM Studio, vLLM, llama.cpp)',
  hosted: 'OpenRouter, OpenAI o Anthropic',
  copy: 'Copiar estas líneas',
  where: (file) => (
    <>
      Pon las líneas en el entorno del servidor o en {file('holdfast.toml')} y reinícialo. Todo lo dicho hasta
      ahora se conserva.
    </>
  ),
  hide: 'Ocultar',
}

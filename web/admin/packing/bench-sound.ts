let context: AudioContext | null = null

/** Two rising tones for a good scan, one long low one for a refused one. Silent where there is no sound. */
export function playSound(kind: 'good' | 'wrong'): void {
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

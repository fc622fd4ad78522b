import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import styles from './packing-page.module.css'

/** Not in TypeScript's library yet: developer.mozilla.org, Barcode Detection API. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options?: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'qr_code']
const SCAN_INTERVAL_MS = 200
/** The same code in front of the camera is one scan. */
const SAME_CODE_MS = 2_000

/** The camera as a scanner, in browsers that read barcodes. Others are not offered it. */
export default function Camera({ onCode }: { onCode: (code: string) => void }) {
  const hydrated = useHydrated()
  const [isOn, setIsOn] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!hydrated || detectorClass() === null || !('mediaDevices' in navigator)) return null
  const stop = (words: string | null) => {
    setIsOn(false)
    setProblem(words)
  }
  return (
    <div className={styles.camera}>
      <Button
        tone="plain"
        aria-pressed={isOn}
        onClick={() => {
          setProblem(null)
          setIsOn(!isOn)
        }}
      >
        {isOn ? 'Stop the camera' : 'Use the camera'}
      </Button>
      {isOn && <Viewfinder onCode={onCode} onProblem={stop} />}
      <p role="status">{problem}</p>
    </div>
  )
}

function Viewfinder({
  onCode,
  onProblem,
}: {
  onCode: (code: string) => void
  onProblem: (words: string) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef({ code: '', at: 0 })
  const found = useEffectEvent((code: string) => {
    const at = performance.now()
    const isSame = last.current.code === code && at - last.current.at < SAME_CODE_MS
    last.current = { code, at }
    if (!isSame) onCode(code)
  })
  const failed = useEffectEvent(() => {
    onProblem('The camera could not be used. Allow it for this page in the browser, or type the number.')
  })
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function watch(element: HTMLVideoElement) {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return end()
      element.srcObject = stream
      await element.play()
      const detector = await newDetector()
      const look = async () => {
        for (const { rawValue } of await detector.detect(element).catch(() => [])) found(rawValue)
        if (!isOver) timer = setTimeout(() => void look(), SCAN_INTERVAL_MS)
      }
      await look()
    }
    function end() {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    if (video.current) watch(video.current).catch(() => isOver || failed())
    return end
  }, [])
  return <video ref={video} className={styles.viewfinder} muted playsInline aria-label="Camera view" />
}

async function newDetector(): Promise<Detector> {
  const Detectors = detectorClass()
  if (Detectors === null) throw new Error('This browser can’t read barcodes')
  const supported = await Detectors.getSupportedFormats()
  return new Detectors({ formats: FORMATS.filter((format) => supported.includes(format)) })
}

function detectorClass(): DetectorClass | null {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null
}

import type { Microphone, Recording } from '#machines/recorder/recorder-machine.ts'

/** Recording formats by preference, small ones first. Every browser supports one of them. */
const formats = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'] as const

/** One channel with noise suppression and echo cancellation [REC-07]. */
const wanted: MediaStreamConstraints = {
  audio: { channelCount: 1, noiseSuppression: true, echoCancellation: true },
}

/** Speech is rarely louder than this, on a scale of 1. It fills the meter. */
const loud = 0.25

/** This device's microphone. */
export const browserMicrophone: Microphone = {
  async open(signal) {
    const stream = await navigator.mediaDevices.getUserMedia(wanted)
    const close = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    // Cancelled while the permission was requested.
    if (signal.aborted) close()
    signal.throwIfAborted()
    try {
      return record(stream, close)
    } catch (fault) {
      close()
      throw fault
    }
  },
}

function record(stream: MediaStream, closeStream: () => void): Recording {
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format))
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
  const meter = measure(stream)
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.start()
  const close = () => {
    meter.end()
    closeStream()
  }
  return {
    level: meter.level,
    onEnded: (listener) => {
      for (const track of stream.getTracks()) track.onended = listener
    },
    finish: () =>
      new Promise((resolve, reject) => {
        recorder.onerror = () => reject(new Error('the recording broke off'))
        recorder.onstop = () => {
          close()
          const file = toFile(parts, recorder.mimeType)
          if (file.size === 0) reject(new Error('the recording is empty'))
          else resolve({ name: file.name, type: file.type, size: file.size, content: file })
        }
        // The recorder has stopped already if the microphone was disconnected.
        if (recorder.state === 'inactive') recorder.onstop(new Event('stop'))
        else recorder.stop()
      }),
    close,
  }
}

function toFile(parts: readonly Blob[], mimeType: string): File {
  const type = mimeType.replace(/;.*$/, '')
  return new File([...parts], `voice.${type.replace('audio/', '')}`, { type })
}

/** Measures the loudness of a stream without playing it. */
function measure(stream: MediaStream): { level(): number; end(): void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // The square root approximates perceived loudness.
      return Math.min(1, Math.sqrt(Math.sqrt(power) / loud))
    },
    end: () => {
      if (context.state !== 'closed') void context.close()
    },
  }
}

// SPDX-License-Identifier: Apache-2.0
// A short sound when it is one's turn, made here: two soft tones, one after the other. Off unless it is switched on.

const NAME = "grognard-sound";

class Sound {
  on = $state(localStorage.getItem(NAME) === "on");
  #audio: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    localStorage.setItem(NAME, this.on ? "on" : "off");
    // Switching it on plays it once; the click lets the browser make sounds from now on.
    if (this.on) this.play();
  }

  play(): void {
    if (!this.on) return;
    this.#audio ??= new AudioContext();
    const audio = this.#audio;
    void audio.resume().catch(() => undefined);
    tone(audio, 523.25, audio.currentTime + 0.02);
    tone(audio, 659.25, audio.currentTime + 0.2);
  }
}

function tone(audio: AudioContext, pitch: number, begins: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(0.15, begins + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.35);
  source.connect(volume).connect(audio.destination);
  source.start(begins);
  source.stop(begins + 0.4);
}

export const sound = new Sound();

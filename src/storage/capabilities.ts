/** What a backend can do beyond its contract. Every flag is false unless the backend says otherwise. */
export interface StoreCapabilities {
  /** What was published is there after the process ended. */
  supportsKeeping: boolean;
  /** A reader goes on seeing its generation while newer ones are published and garbage is collected. */
  supportsSnapshots: boolean;
  /** The writer lock holds between processes, and notes of finished updates are seen by all of them. */
  supportsSeveralProcesses: boolean;
  /** `eraseDeleted` leaves no byte of what was deleted. */
  supportsErasing: boolean;
}

const NONE: StoreCapabilities = {
  supportsKeeping: false,
  supportsSnapshots: false,
  supportsSeveralProcesses: false,
  supportsErasing: false,
};

export function capabilitiesOf(claimed: Partial<StoreCapabilities>): StoreCapabilities {
  return { ...NONE, ...claimed };
}

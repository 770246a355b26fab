package org.ticktoquote.host.offset;

import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.Refusal;

/** A clock, perhaps of another host, that can be read at any time. Callable from any thread. */
public interface ReadableClock {
    /** Which clock it is. */
    ClockIdentity clock();

    /**
     * Its reading between two of this process.
     *
     * @throws Refusal when whoever reads it there does not answer
     */
    ForeignReading exchange();
}

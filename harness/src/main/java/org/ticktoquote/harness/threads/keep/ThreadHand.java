package org.ticktoquote.harness.threads.keep;

import java.util.Optional;
import org.ticktoquote.core.command.Refusal;

/**
 * Places the threads of a run on one host, keeps them there, and gives them back their masks.
 *
 * <p>Every method refuses when the host is another one and cannot be reached any more.
 */
public interface ThreadHand {
    /**
     * Places every thread that exists, and looks after all that appear from now on.
     *
     * @throws Refusal when the kernel lets none of the application's be placed
     */
    void place();

    /** From here on the CPUs that threads run on are taken down. */
    void measuring();

    /** The measured part is over. */
    void measured();

    /** Gives every thread back the mask that it had, and says what became of everyone; empty when nothing was begun. */
    Optional<ThreadAccount> finish();
}

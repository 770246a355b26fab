package org.ticktoquote.harness.run;

import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;

/**
 * What it means that a run ended before anything was measured.
 *
 * @param status our own processes say it themselves, with the status of a refusal; a user's application has failed, and so
 *     has the built-in one when a signal ended it: its JVM crashed, or somebody killed it. A connection that ended is
 *     neither
 * @param explained whether the message says all there is, so that no log needs to be read
 */
record EarlyEnd(ExitStatus status, boolean explained) {
    static EarlyEnd of(ChildFailure failure, ApplicationUnderTest application) {
        Child culprit = failure.child();
        boolean measured = culprit.role().equals(Role.APPLICATION);
        boolean foreign = application instanceof ApplicationUnderTest.Own && measured;
        if (failure.status().isPresent()) {
            return new EarlyEnd(failure.status().get(), false);
        }
        if (foreign) {
            return culprit.neverExecuted()
                    ? new EarlyEnd(ExitStatus.USAGE, true)
                    : new EarlyEnd(ExitStatus.FAILED, false);
        }
        if (measured && culprit.outcome().end().equals(ProcessEnd.KILLED)) {
            return new EarlyEnd(ExitStatus.FAILED, false);
        }
        int code = culprit.outcome().exitStatus();
        return Stream.of(ExitStatus.USAGE, ExitStatus.BAD_INPUT, ExitStatus.ENVIRONMENT)
                .filter(status -> status.code() == code)
                .findFirst()
                .map(status -> new EarlyEnd(status, true))
                .orElse(new EarlyEnd(
                        code == ExitStatus.FAULT.code() ? ExitStatus.FAULT : ExitStatus.ENVIRONMENT, false));
    }
}

package org.ticktoquote.host.command;

import org.ticktoquote.host.manage.ThreadManager;
import picocli.CommandLine.Command;

/** {@code t2q threads verify}: compares masks with the plan that is in force. */
@Command(
        name = "verify",
        description = {
            "Compares the mask of every thread of a process with the plan that t2q threads apply applied last.",
            "",
            "Changes nothing. Status 4 where a thread is not where the plan has it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  t2q threads verify --pid 4711"})
final class ThreadsVerifyCommand extends ManagedProcessCommand {
    @Override
    public Integer call() {
        return perform(ThreadManager::verify);
    }
}

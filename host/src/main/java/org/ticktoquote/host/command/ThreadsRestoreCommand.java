package org.ticktoquote.host.command;

import org.ticktoquote.host.manage.ThreadManager;
import picocli.CommandLine.Command;

/** {@code t2q threads restore}: gives threads the masks back that they had before a plan. */
@Command(
        name = "restore",
        description = {
            "Gives every thread of a process the mask back that it had before t2q threads apply.",
            "",
            "For what was killed, or left with --keep. Masks that another process changed since stay, and are",
            "reported with status 6."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  t2q threads restore --pid 4711"})
final class ThreadsRestoreCommand extends ManagedProcessCommand {
    @Override
    public Integer call() {
        return perform(ThreadManager::restore);
    }
}

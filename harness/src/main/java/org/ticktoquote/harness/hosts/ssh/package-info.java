/** Other hosts over ssh: commands, file transfer, and an agent that executes the host's operations. */
@NullMarked
package org.ticktoquote.harness.hosts.ssh;

import org.jspecify.annotations.NullMarked;

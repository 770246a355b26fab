/** Other hosts over ssh: commands, file transfer, and an agent that answers for the host. */
@NullMarked
package org.ticktoquote.harness.hosts.ssh;

import org.jspecify.annotations.NullMarked;

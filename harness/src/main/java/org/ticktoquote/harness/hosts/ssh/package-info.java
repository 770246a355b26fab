/** Other hosts over ssh: commands there, files to and fro, and an agent that answers for the host. */
@NullMarked
package org.ticktoquote.harness.hosts.ssh;

import org.jspecify.annotations.NullMarked;

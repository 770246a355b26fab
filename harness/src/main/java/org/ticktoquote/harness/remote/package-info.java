/** Other hosts over ssh: commands there, files to and fro, and a deputy that answers for the host. */
@NullMarked
package org.ticktoquote.harness.remote;

import org.jspecify.annotations.NullMarked;

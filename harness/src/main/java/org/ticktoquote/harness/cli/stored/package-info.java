/** Runs and matrices on the disk, after they have ended: which is the newest, and which are removed. */
@NullMarked
package org.ticktoquote.harness.cli.stored;

import org.jspecify.annotations.NullMarked;

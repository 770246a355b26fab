/** Command line of t2q, and everything that plans, starts, watches and stops the processes of a run. */
@NullMarked
package org.ticktoquote.harness;

import org.jspecify.annotations.NullMarked;

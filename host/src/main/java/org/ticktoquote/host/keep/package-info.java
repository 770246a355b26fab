/** Keeps the threads of a run on their planned CPUs and reports on them. */
@NullMarked
package org.ticktoquote.host.keep;

import org.jspecify.annotations.NullMarked;

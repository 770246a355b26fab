/** Records that a process of the harness keeps about itself and its host while it measures. */
@NullMarked
package org.ticktoquote.core.audit;

import org.jspecify.annotations.NullMarked;

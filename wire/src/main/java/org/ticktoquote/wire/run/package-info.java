/** Creation of run directories from captures. */
@NullMarked
package org.ticktoquote.wire.run;

import org.jspecify.annotations.NullMarked;
